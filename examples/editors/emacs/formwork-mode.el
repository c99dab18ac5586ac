;;; formwork-mode.el --- Forms in Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Needs eglot, which is part of Emacs 29 and a package for Emacs 26 to 28. Put into your init file:
;;
;;     (add-to-list 'load-path "/path/of/this/folder")
;;     (require 'formwork-mode)
;;
;; `formwork' must be on the path, or `formwork-program' must name it. Mistakes are shown while you type;
;; `eglot-code-actions' mends them, `eglot-format' lays a form out, `eglot-rename' renames, `completion-at-point' offers
;; what can come next.

;;; Code:

(require 'eglot)

(defvar formwork-program "formwork" "The program that serves the editor.")

(defconst formwork-keywords
  '("form" "language" "closed" "fields" "field" "when" "check" "use" "define" "choices" "table" "needs" "example" "data"
    "words" "list" "page" "intro" "optional" "required" "default" "from" "halfwidth" "without" "trimmed" "lowercased"
    "uppercased" "anyCase" "secret" "title" "hint" "message" "warning" "rule" "each" "else" "as" "at" "if" "and" "or"
    "not" "in" "is" "value" "true" "false" "today" "now")
  "The reserved words of forms.")

(defvar formwork-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments, texts and words of forms.")

;;;###autoload
(define-derived-mode formwork-mode prog-mode "Form"
  "For forms, which say what data must be."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+\\s-*")
  (setq-local font-lock-defaults `((,(regexp-opt formwork-keywords 'words))))
  (eglot-ensure))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.form\\'" . formwork-mode))
(add-to-list 'eglot-server-programs '(formwork-mode . (lambda (&rest _) (list formwork-program "lsp"))))

(provide 'formwork-mode)
;;; formwork-mode.el ends here
