import { readClientSecret } from '@portico/server/social'

/**
 * Returns the private key in a file: 64 hex digits, with or without 0x. If there is none, it adds a problem, which never contains the
 * content.
 *
 * @param name where the file is named, for the problem
 */
export function readPrivateKey({
  name,
  file,
  problems,
}: {
  name: string
  file: string
  problems: string[]
}): `0x${string}` | undefined {
  const text = readClientSecret({ get: () => file, problems }, name).replace(/^0x/, '')
  if (/^[0-9a-f]{64}$/i.test(text)) return `0x${text.toLowerCase()}`
  if (text !== '') problems.push(`${name} must contain a private key: 64 hex digits.`)
  return undefined
}
