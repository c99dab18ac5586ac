// Starts `formwork lsp`, which must be on the path.

use zed_extension_api::{self as zed, LanguageServerId, Result};

struct Formwork;

impl zed::Extension for Formwork {
    fn new() -> Self {
        Formwork
    }

    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let command = worktree
            .which("formwork")
            .ok_or_else(|| "formwork is not on the path".to_string())?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".to_string()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Formwork);
