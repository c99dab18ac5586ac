" Colours of forms in Vim, and in neovim before 0.9, which doesn't show the server's. Copy the folders around this one to
" ~/.vim, or to ~/.config/nvim.

if exists("b:current_syntax")
  finish
endif
let b:current_syntax = "formwork"

syntax case match
syntax sync minlines=100

syntax keyword formworkKeyword form language closed fields field when check use define choices table needs example data
  \ words list page intro optional required default from halfwidth without trimmed lowercased uppercased anyCase secret
  \ title hint message warning rule each else as at if and or not in is value true false today now

" `contains` and `oneLine` are options of `:syntax`, so they are written as abbreviations.
syntax keyword formworkFunction filled blank oneOf count alphanumeric letters digits lowercase uppercase ascii hiragana
  \ katakana kanji fullwidth contain[s] only startsWith endsWith oneLin[e] matches like int number date time datetime
  \ instant email url uri uuid hostname ipv4 ipv6 phone creditCard iban isbn luhn gtin issn orcid lei bic range positive
  \ negative multipleOf decimals before after past future age distinct unique same sum mean share min max round abs mod
  \ year month day weekday hour minute second workdays part weighted joined

" After a colon or `of`, words are types, even those that are also rule words.
syntax keyword formworkType contained string int number bool date time datetime instant any choice list

syntax keyword formworkType of any nextgroup=formworkType skipwhite skipempty
syntax match formworkColon /:/ nextgroup=formworkType skipwhite skipempty
syntax match formworkMember /\.\@1<!\.\h\w*/
syntax match formworkOperator /->\|\.\.\.\|\.\.<\|==\|!=\|<=\|>=\|&&\|||\|[-<>=!+*\/–]/
syntax match formworkNumber /\<\d[0-9_]*\%(\.\d\+\)\=/
syntax match formworkNumber /\<\d\d:\d\d\%(:\d\d\%(\.\d\+\)\=\)\=/
syntax match formworkNumber
  \ /\<\d\{4}-\d\d-\d\d\%(T\d\d:\d\d\%(:\d\d\%(\.\d\+\)\=\)\=\%(Z\|[-+]\d\d:\d\d\)\=\)\=/
syntax match formworkName /`[^`]*`/
syntax region formworkPattern start=+\%([(,]\s*\)\@<=/+ skip=+\\.+ end=+/i\=\|$+
syntax region formworkText start=+"+ skip=+\\.\|\\$+ end=+"\|$+ contains=formworkEscape,formworkPlaceholder
syntax match formworkEscape contained /\\.\|\\$/
syntax match formworkPlaceholder contained /{[^{}"]*}/
syntax match formworkComment /#.*/ contains=@Spell

highlight default link formworkKeyword Keyword
highlight default link formworkFunction Function
highlight default link formworkType Type
highlight default link formworkOperator Operator
highlight default link formworkNumber Number
highlight default link formworkName Identifier
highlight default link formworkPattern String
highlight default link formworkText String
highlight default link formworkEscape SpecialChar
highlight default link formworkPlaceholder Special
highlight default link formworkComment Comment
