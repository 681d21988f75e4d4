// The language service with the compiler behind it: what editors, servers and pages ask about sources that are being written.

import type { LanguageHost, LanguageService } from '../language/language_service.ts'
import { type CompileEntry, Documents } from '../language/service.ts'
import { REGISTER_LETTER } from '../spec/resource_classes.ts'
import { compileWatched } from './compile.ts'

export type { LanguageHost, LanguageService, RenameEdits, RenameRange } from '../language/language_service.ts'
export {
  type CodeActionText,
  type Completion,
  type FileRange,
  type HoverText,
  type InlayHintText,
  type LanguageDiagnostic,
  type OutlineItem,
  type Position,
  type SignatureHelpText,
  type SignatureText,
  type TextEdit,
  type TextRange,
  TOKEN_MODIFIERS,
  TOKEN_TYPES,
  type WorkspaceEdits,
} from '../language/model.ts'
export type { EntrySettings, FileSettings, FileTarget } from '../language/targets.ts'

/**
 * Answers about sources while they are typed: diagnostics, hover, completion, definitions, names, hints. It reads no files itself: open()
 * and edit() give it texts, the host finds included ones. Shapes, lines and characters are the Language Server Protocol's.
 */
export function languageService(host: LanguageHost = {}): LanguageService {
  return new Documents(host, compileEntry)
}

const compileEntry: CompileEntry = (text, file, { target, entry, defines, ...settings }, include) => {
  const registers = new Map<string, string>()
  const { includePaths: _paths, ...options } = settings
  const result = compileWatched(
    text,
    { ...options, target, entry, fileName: file, include, ignoreLineDirectives: true, ...(defines ? { defines } : {}) },
    {
      bound: ({ placements }) => {
        for (const { request, lower, space } of placements) {
          const register = `${REGISTER_LETTER[request.class]}${lower}${space > 0 ? `, space${space}` : ''}`
          registers.set(request.name, register)
        }
      },
    },
  )
  return { messages: result.diagnostics, registers }
}
