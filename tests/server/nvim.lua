-- Drives Neovim's built-in client: opens a file, asks, edits, and writes down what came.
local folder, out = vim.env.CONFTY_TEST_FOLDER, vim.env.CONFTY_TEST_OUT
local command = vim.split(vim.env.CONFTY_TEST_SERVER, "\n")
local found = {}

local function done(name, value)
  found[name] = value == nil and vim.NIL or value
end

local function wait(what)
  return vim.wait(60000, what, 20)
end

local ok, problem = pcall(function()
  vim.cmd("edit " .. folder .. "/main.jsonnet")
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = "confty", cmd = command, root_dir = folder })
  vim.lsp.buf_attach_client(buffer, client)
  vim.bo[buffer].filetype = "jsonnet"
  wait(function() return #vim.diagnostic.get(buffer) > 0 end)
  done("diagnostics", vim.tbl_map(function(one) return one.code or one.message end, vim.diagnostic.get(buffer)))

  local function ask(method, line, character, more)
    local params = {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line, character = character },
    }
    for key, value in pairs(more or {}) do params[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000) or {}
    local answer = answers[client] or {}
    return answer.result
  end

  done("hover", ask("textDocument/hover", 2, 10))
  done("definition", ask("textDocument/definition", 2, 10))
  local items = ask("textDocument/completion", 2, 27)
  done("completion", vim.tbl_map(function(one) return one.label end, items and items.items or {}))
  local edit = ask("textDocument/rename", 2, 10, { newName = "double" })
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(client).offset_encoding)
  done("renamed", vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
  vim.cmd("wall") -- the library was changed in a buffer that the server does not see
  vim.api.nvim_buf_set_lines(buffer, 1, 3, false, { "{ a: lib.double(2) }" })
  wait(function() return #vim.diagnostic.get(buffer) == 0 end)
  done("left", #vim.diagnostic.get(buffer))
  vim.lsp.stop_client(client)
  wait(function() return vim.lsp.client_is_stopped(client) end)
end)
if not ok then done("problem", problem) end
local file = io.open(out, "w")
file:write(vim.fn.json_encode(found))
file:close()
vim.cmd("qall!")
