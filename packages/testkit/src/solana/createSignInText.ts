import type { SolanaSignInInput } from '@solana/wallet-standard-features'

/**
 * Creates the message of Sign-In With Solana: domain, address, and each other field that is given.
 *
 * @see https://github.com/phantom/sign-in-with-solana#sign-in-input-fields
 */
export function createSignInText({
  domain,
  address,
  statement,
  resources,
  ...rest
}: SolanaSignInInput & { domain: string; address: string }): string {
  const fields = labels.flatMap(([name, label]) =>
    rest[name] === undefined ? [] : [`${label}: ${rest[name]}`],
  )
  if (resources) fields.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    ...(statement === undefined ? [] : [statement]),
    ...(fields.length > 0 ? [fields.join('\n')] : []),
  ].join('\n\n')
}

const labels = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const
