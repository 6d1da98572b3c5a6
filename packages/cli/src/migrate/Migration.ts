import type { Script } from './script/Script.ts'

/** What becomes of an imported name, or of a whole module. */
export type Outcome =
  /** It comes from another module, where its name may differ. */
  | { to: string; name?: string }
  /** It is left as it is, with a comment that says why. */
  | { keep: string }
  /** It is no longer needed. */
  | { drop: true }

/** What an application is made with. Some names of a kit come from another package in each case. */
export type Framework = 'react' | 'vue' | 'none'

/** How applications of one other kit are migrated. */
export type Migration = {
  /** Its name, as visitors of the documentation know it. */
  title: string
  /** Text that every import of the kit contains. Files without one of them are not even parsed. */
  hints: readonly string[]
  /** Whether a module belongs to the kit. */
  isOld(module: string): boolean
  /** What becomes of a name that is imported from a module of the kit. */
  resolveName(parameters: { module: string; name: string; framework: Framework }): Outcome
  /** What becomes of a module that is imported whole. */
  resolveModule(parameters: { module: string; framework: Framework }): Outcome
  /** Rewrites what more than imports need. Runs first, and returns the names it has dealt with. */
  transform?(script: Script, parameters: { framework: Framework }): Transformed
  /** What remains to be done by a person, for the end of the report. */
  nextSteps: readonly string[]
}

/** What a transformation did to a script. */
export type Transformed = {
  /** Local names of imports whose uses are all rewritten. Their imports are removed. */
  handled: ReadonlySet<string>
  /** What the rewritten code needs from Portico: module → names, possibly as `name as local`. */
  needs: ReadonlyMap<string, ReadonlySet<string>>
}
