import type { ImportDeclaration, ImportSpecifier, Node } from '@babel/types'
import type { Script } from '../script/Script.ts'
import type { KitRules } from './KitRules.ts'

/** A name that a script imports. */
export type Binding = {
  local: string
  imported: string
  module: string
  specifier: ImportSpecifier
  declaration: ImportDeclaration
  /** Where the name is used: identifiers, also in JSX. */
  references: Node[]
}

/** What is collected while a script is rewritten. */
export type Rewrite = {
  script: Script
  rules: KitRules
  /** Parts of the text that are gone. References in them no longer count. */
  removed: { start: number; end: number }[]
  /** Code that was written, in which names of removed code may occur again. */
  written: string[]
  /** Imports from Portico: module → names. */
  needs: Map<string, Set<string>>
  /** Returns a name that the script does not use yet, and reserves it. */
  reserve(name: string): string
  need(module: string, name: string): void
}
