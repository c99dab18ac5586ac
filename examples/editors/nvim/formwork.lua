-- Forms in neovim, from 0.7 on. Put this file into ~/.config/nvim/plugin/; `formwork` must be on the path, or
-- vim.g.formwork must name it.
--
-- Mistakes are shown while you type. Ctrl-X Ctrl-O offers what can come next, K says what a word means, and with the cursor
-- in a form: :FormworkFix mends a mistake, :FormworkFormat lays the form out, :FormworkRename NAME renames, and
-- :FormworkCheck checks data beside the form that is called like it, or data or sample. :FormworkHelp explains the mistake
-- in the line. Ctrl-S says what goes into parentheses while you type, and :lua vim.lsp.buf.workspace_symbol() finds what other
-- forms declare.

vim.cmd [[autocmd BufNewFile,BufRead *.form setfiletype formwork]]

local function attach(client, buffer)
  local options = { buffer = buffer }
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  vim.bo[buffer].commentstring = "# %s"
  vim.keymap.set("n", "K", vim.lsp.buf.hover, options)
  vim.keymap.set("n", "gd", vim.lsp.buf.definition, options)
  vim.keymap.set("i", "<C-s>", vim.lsp.buf.signature_help, options)
  -- From neovim 0.10 on.
  if vim.lsp.inlay_hint then pcall(vim.lsp.inlay_hint.enable, true, { bufnr = buffer }) end
  local function command(name, body, more)
    vim.api.nvim_buf_create_user_command(buffer, name, body, more or {})
  end
  command("FormworkFix", function() vim.lsp.buf.code_action() end)
  command("FormworkFormat", function()
    if vim.lsp.buf.format then vim.lsp.buf.format({ async = false }) else vim.lsp.buf.formatting_sync(nil, 5000) end
  end)
  command("FormworkCheck", function()
    local document = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
    client.request("textDocument/codeLens", document, function(_, lenses)
      for _, lens in ipairs(lenses or {}) do
        if lens.command.command ~= "" then client.request("workspace/executeCommand", lens.command) end
      end
    end, buffer)
  end)
  command("FormworkHelp", function()
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    for _, found in ipairs(vim.diagnostic.get(buffer, { lnum = line })) do
      local code = found.code or (found.user_data and found.user_data.lsp or {}).code
      client.request("workspace/textDocumentContent", { uri = "formwork:/help/" .. (code or "") .. ".txt" }, function(_, page)
        if page then vim.lsp.util.open_floating_preview(vim.split(page.text, "\n"), "") end
      end, buffer)
    end
  end)
  command("FormworkRename", function(words) vim.lsp.buf.rename(words.args) end, { nargs = 1 })
end

-- One server for all forms of a project, so that it knows what each of them uses.
local clients = {}

vim.api.nvim_create_autocmd("FileType", {
  pattern = "formwork",
  callback = function(event)
    local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h")
    local git = vim.fn.finddir(".git", folder .. ";")
    local root = git == "" and folder or vim.fn.fnamemodify(git, ":p:h:h")
    local client = clients[root]
    if not (client and vim.lsp.get_client_by_id(client)) then
      client = vim.lsp.start_client({
        name = "formwork",
        cmd = { vim.g.formwork or "formwork", "lsp" },
        root_dir = root,
        on_attach = attach,
      })
      clients[root] = client
    end
    if client then vim.lsp.buf_attach_client(event.buf, client) end
  end,
})
