/** The page's only Trusted Types policy: it creates URLs of our own scripts, but no HTML and no script text. */
type ScriptPolicy = { createScriptURL(url: string): unknown }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/**
 * Returns a URL of our own origin as a trusted script URL.
 *
 * @throws {TypeError} for any other origin
 * @see https://w3c.github.io/trusted-types/dist/spec/
 */
export function scriptUrl(url: string): string {
  const rules = { createScriptURL: requireOwnOrigin }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('wk', rules) ?? rules
  return policy.createScriptURL(url) as string
}

function requireOwnOrigin(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin)
    throw new TypeError('Only scripts of the wallet’s own origin may be loaded.')
  return href
}
