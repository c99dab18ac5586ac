autocmd BufNewFile,BufRead *.form setfiletype formwork
