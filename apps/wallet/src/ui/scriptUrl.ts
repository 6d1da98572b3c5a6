/** The page's one Trusted Types policy: it makes addresses of our own scripts, and no markup and no script text at all. */
type ScriptPolicy = { createScriptURL(url: string): unknown }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/**
 * Lets an address of our own origin be loaded as a script.
 *
 * @throws {TypeError} for any other origin
 * @see https://w3c.github.io/trusted-types/dist/spec/
 */
export function scriptUrl(url: string): string {
  const rules = { createScriptURL: own }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('wk', rules) ?? rules
  return policy.createScriptURL(url) as string
}

function own(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) throw new TypeError('Only scripts of the wallet’s own site are loaded.')
  return href
}
