import type { DemoOptions } from './demoOptions.ts'

/** Converts options to the shape of `createAppKit`'s: `features.email` becomes `features: { email }`. */
export function nestOptions(options: DemoOptions): Record<string, unknown> {
  const nested: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(options)) {
    const [key, member] = path.split('.') as [string, string | undefined]
    if (member === undefined) nested[key] = value
    else nested[key] = { ...(nested[key] as object | undefined), [member]: value }
  }
  return nested
}
