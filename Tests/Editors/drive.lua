-- Opens a form in neovim with the set-up of examples/editors, and does what an author does. Ends with 1 if anything is wrong.
-- usage: nvim --headless --clean -n -u examples/editors/nvim/formwork.lua -c "luafile Tests/Editors/drive.lua"

local function fail(text)
  io.stderr:write(text .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then fail("not within 20 s: " .. what) end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end

local function expect(what, wanted)
  if text() ~= wanted then fail(what .. ":\n" .. text() .. "\ninstead of:\n" .. wanted) end
end

vim.g.formwork = vim.env.FORMWORK
local folder = vim.fn.tempname()
vim.fn.mkdir(folder)
vim.fn.writefile({ "field age: strin", 'field  b: int rule value > 5 message "{label} {value}"' }, folder .. "/a.form")
vim.cmd("edit " .. folder .. "/a.form")
local buffer = vim.api.nvim_get_current_buf()
local clients = vim.lsp.get_active_clients or vim.lsp.get_clients

local function request(method, parameters)
  local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 10000)
  for _, answer in pairs(answers or {}) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
  fail(method .. " was not answered")
end

wait("the finding", function() return #vim.diagnostic.get(buffer) == 1 end)
local found = vim.diagnostic.get(buffer)[1]
if not found.message:find("no type") or found.lnum ~= 0 or found.col ~= 11 then fail(vim.inspect(found)) end

-- A fix, as `:FormworkFix` applies it.
local encoding = "utf-16"
vim.api.nvim_win_set_cursor(0, { 1, 12 })
local range = vim.lsp.util.make_range_params(0, encoding)
range.context = { diagnostics = {} }
local actions = request("textDocument/codeAction", range)
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
expect("the fix", 'field age: string\nfield  b: int rule value > 5 message "{label} {value}"')
wait("no finding", function() return #vim.diagnostic.get(buffer) == 0 end)

vim.cmd("FormworkFormat")
expect("the layout", 'field age: string\nfield b: int rule value > 5 message "{label} {value}"')

-- Completion, as Ctrl-X Ctrl-O asks for it.
vim.api.nvim_buf_set_lines(buffer, 2, 2, false, { "field c: str" })
vim.api.nvim_win_set_cursor(0, { 3, 12 })
local offers = request("textDocument/completion", vim.lsp.util.make_position_params(0, encoding))
local words = {}
for _, offer in ipairs(offers.items or offers) do words[offer.label] = offer.textEdit.newText end
if words["string"] ~= "string" then fail("string is not offered: " .. vim.inspect(words)) end
vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { "field c: string rule value != age message \"not {age}\"" })

vim.api.nvim_win_set_cursor(0, { 1, 7 })
vim.cmd("FormworkRename years")
wait("the new name", function() return text():find("{years}") ~= nil end)
expect("the new name", 'field years: string\nfield b: int rule value > 5 message "{label} {value}"\n'
  .. 'field c: string rule value != years message "not {years}"')

local hover = request("textDocument/hover", vim.lsp.util.make_position_params(0, encoding))
if not hover.contents.value:find("field years") then fail(vim.inspect(hover)) end

-- Data beside the form, which lies in its file as it is in the buffer.
vim.cmd("write")
vim.fn.writefile({ "years,b,c", "x,6,y", "x,1,y" }, folder .. "/data.csv")
local told
vim.lsp.handlers["window/showMessage"] = function(_, result) told = result.message end
vim.cmd("FormworkCheck")
wait("what is said of the data", function() return told ~= nil end)
if not told:find("^data.csv: 2 records: 1 accepted, 1 rejected") then fail(told) end
vim.cmd("qall!")
