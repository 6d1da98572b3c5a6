/** What becomes of the names of a kit that is built on wagmi. Names that are not listed have no counterpart. */
export type KitRules = {
  title: string
  /** Text that every import of the kit contains. */
  hint: string
  /** Whether a module belongs to the kit. */
  isOld(module: string): boolean
  /** Components that become AppKitButton, with what is inside them. */
  buttons: readonly string[]
  /** Components that become their children. */
  providers: readonly string[]
  /** Functions that create a config of wagmi. */
  configs: readonly string[]
  /** Hooks that return functions which open the modal: hook → name of the function → what it does. */
  hooks: Readonly<Record<string, Readonly<Record<string, Opening>>>>
  /** Why names have no counterpart. */
  notes: Readonly<Record<string, string>>
  nextSteps: readonly string[]
}

/** What a function of the kit's hook does: opens a view, opens or closes by its argument, or says whether it is open. */
export type Opening = { view?: string } | 'set-open' | 'is-open'
