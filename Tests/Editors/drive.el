;;; drive.el --- Opens a form in Emacs with the set-up of examples/editors  -*- lexical-binding: t; -*-

;; usage: FORMWORK=… emacs --batch -L examples/editors/emacs -l Tests/Editors/drive.el
;; Ends with 1 if anything is wrong.

(require 'package)
(package-initialize)
(require 'formwork-mode)
(setq formwork-program (getenv "FORMWORK"))

(defun drive-wait (what condition)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end)) (accept-process-output nil 0.05))
    (unless (funcall condition) (error "Not within 20 s: %s" what))))

(defun drive-expect (what wanted)
  (unless (equal (buffer-string) wanted) (error "%s: %S instead of %S" what (buffer-string) wanted)))

(let* ((folder (make-temp-file "forms" t))
       (file (expand-file-name "a.form" folder)))
  (with-temp-file file (insert "field  age: strin\nfield b: int rule value > 5 message \"{label}\"\n"))
  (setq eglot-sync-connect 20 eglot-send-changes-idle-time 0.05 eglot-autoshutdown nil)
  (find-file file)
  (unless (eq major-mode 'formwork-mode) (error "The mode is %s" major-mode))
  (eglot (list 'formwork-mode) (cons 'transient folder) 'eglot-lsp-server
         (list formwork-program "lsp") (if (>= emacs-major-version 29) '("formwork") "formwork"))
  (drive-wait "the finding" (lambda () (accept-process-output nil 0.1) (flymake-start) (flymake-diagnostics)))
  (let ((text (flymake-diagnostic-text (car (flymake-diagnostics)))))
    (unless (string-match-p "no type" text) (error "Another finding: %s" text)))
  (goto-char (point-min))
  (search-forward "stri")
  (let* ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                   (list :textDocument (eglot--TextDocumentIdentifier)
                                         :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                         :context '(:diagnostics []))))
         (edit (plist-get (aref actions 0) :edit)))
    (eglot--apply-workspace-edit edit))
  (drive-expect "the fix" "field  age: string\nfield b: int rule value > 5 message \"{label}\"\n")
  (eglot-format-buffer)
  (drive-expect "the layout" "field age: string\nfield b: int rule value > 5 message \"{label}\"\n")
  (goto-char (point-min))
  (search-forward "ag")
  ;; What an idle Emacs does by itself.
  (eglot--signal-textDocument/didChange)
  (eglot-rename "years")
  (drive-expect "the new name" "field years: string\nfield b: int rule value > 5 message \"{label}\"\n")
  (set-buffer-modified-p nil)
  (message "Emacs %s: the finding, the fix, the layout, the new name" emacs-version))
