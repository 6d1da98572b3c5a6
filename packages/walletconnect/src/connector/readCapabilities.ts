import { isRecord, readProperty } from '@portico/protocol'
import type { Session } from '../session/Session.ts'

/**
 * Returns the capabilities that a wallet named when it approved the session, as `wallet_getCapabilities` returns them; undefined if
 * it named none. They are in `scopedProperties`, for a namespace or a chain, or in `sessionProperties.capabilities`, by account.
 *
 * @param parameters.params those of `wallet_getCapabilities`
 * @see https://chainagnostic.org/CAIPs/caip-25
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export function readCapabilities({
  properties,
  scopedProperties = {},
  params,
}: Pick<Session, 'properties' | 'scopedProperties'> & { params: unknown }):
  | Record<string, Record<string, unknown>>
  | undefined {
  const found: Record<string, Record<string, unknown>> = {}
  const add = (chain: string, capabilities: unknown) => {
    if (isRecord(capabilities)) found[chain] = { ...found[chain], ...capabilities }
  }
  for (const [scope, capabilities] of Object.entries(scopedProperties)) {
    const [, number] = /^eip155(?::([1-9]\d{0,15}))?$/.exec(scope) ?? [undefined, undefined]
    if (scope === 'eip155') add('0x0', capabilities)
    else if (number) add(`0x${Number(number).toString(16)}`, capabilities)
  }
  const account = `${readProperty(params, '0')}`.toLowerCase()
  for (const [address, chains] of Object.entries(parse(properties?.capabilities))) {
    if (address.toLowerCase() !== account || !isRecord(chains)) continue
    for (const [chain, capabilities] of Object.entries(chains))
      if (/^0x[0-9a-f]{1,14}$/i.test(chain)) add(chain.toLowerCase(), capabilities)
  }
  if (Object.keys(found).length === 0) return undefined
  const wanted = readProperty(params, '1')
  if (!Array.isArray(wanted)) return found
  return Object.fromEntries(
    Object.entries(found).filter(([chain]) => chain === '0x0' || wanted.includes(chain)),
  )
}

/** Some wallets send JSON, because session properties are texts. */
function parse(capabilities: unknown): Record<string, unknown> {
  if (isRecord(capabilities)) return capabilities
  try {
    const parsed: unknown = JSON.parse(`${capabilities}`)
    return isRecord(parsed) ? parsed : {}
  } catch {
    // Not JSON: the wallet named no capabilities that can be read.
    return {}
  }
}
