/** The form of names.json: AppKit's public names, and what has them here. */
export interface Names {
  /** By AppKit's entry: ours, and the values and types that applications import. */
  entries: Record<string, { is: string; values: readonly string[]; types: readonly string[] }>
  options: readonly string[]
  /** Accepted without an effect; the kit says so once in development. */
  optionsWithoutEffect: readonly string[]
  features: readonly string[]
  featuresWithoutEffect: readonly string[]
  /** The methods of the instance. */
  methods: readonly string[]
  /** Methods that the instance does not have: docs/decisions/0030. */
  methodsLeftOut: readonly string[]
  hooks: Record<string, { from: string; argument?: readonly string[]; result: readonly string[] }>
  openOptions: readonly string[]
  /** The elements with their attributes. Each exists with the prefix `w3m-`, too. */
  elements: Record<string, readonly string[]>
  views: readonly string[]
}
