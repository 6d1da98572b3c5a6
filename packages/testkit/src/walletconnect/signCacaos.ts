import { isRecord } from '@portico/protocol'
import { fromAnyBase64, fromUtf8, toUtf8 } from '@portico/protocol/walletconnect'
import type { EvmWallet } from '../evm/createEvmWallet.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { SessionNamespaces } from './settleNamespaces.ts'

/** A signed sign-in message (CAIP-74). */
export type Cacao = {
  h: { t: 'caip122' }
  p: Record<string, unknown> & { iss: string }
  s: { t: 'eip191'; s: string }
}

/**
 * Signs the response to a one-click sign-in as wallets do: one message per common chain, signed by the active account,
 * with the request's ReCap narrowed to what is granted.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5573
 * @see https://chainagnostic.org/CAIPs/caip-74
 */
export async function signCacaos({
  authPayload,
  evm,
  chains: allowedChains,
  methods: allowedMethods,
}: {
  authPayload: unknown
  evm: EvmWallet
  chains?: readonly string[] | undefined
  methods?: readonly string[] | undefined
}): Promise<{ cacaos: Cacao[]; namespaces: SessionNamespaces }> {
  const requested = isRecord(authPayload) ? authPayload : {}
  const chains = strings(requested.chains).filter(
    (chain) =>
      evm.chainIds.some((chainId) => chain === `eip155:${chainId}`) &&
      (allowedChains ?? [chain]).includes(chain),
  )
  if (chains.length === 0) {
    throw new ProviderRpcError({ code: 5100, message: 'None of the chains is supported.' })
  }
  const recap = strings(requested.resources).find((resource) => resource.startsWith('urn:recap:'))
  const methods = (recap ? parseMethods(recap) : []).filter((method) =>
    (allowedMethods ?? [method]).includes(method),
  )
  const others = strings(requested.resources).filter((resource) => resource !== recap)
  const resources = methods.length > 0 ? [...others, formatRecap(methods, chains)] : others
  const address = evm.accounts[0] ?? ''
  const authorization = methods.length > 0 ? formatAuthorization(methods) : undefined
  const statement = [requested.statement, authorization].filter((text) => typeof text === 'string').join(' ')
  const cacaos: Cacao[] = []
  for (const chain of chains) {
    const iss = `did:pkh:${chain}:${address}`
    const { domain, aud, version, nonce, iat, exp, nbf, requestId } = requested
    const p = prune({ iss, domain, aud, version, nonce, iat, exp, nbf, requestId, statement, resources })
    const message = formatMessage({ p, address, reference: chain.slice('eip155:'.length) })
    const hex = `0x${Array.from(toUtf8(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const signature = await evm.provider.request({ method: 'personal_sign', params: [hex, address] })
    cacaos.push({ h: { t: 'caip122' }, p: { ...p, iss }, s: { t: 'eip191', s: String(signature) } })
  }
  const accounts = chains.map((chain) => `${chain}:${address}`)
  return {
    cacaos,
    namespaces: { eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] } },
  }
}

function formatMessage({
  p,
  address,
  reference,
}: {
  p: Record<string, unknown>
  address: string
  reference: string
}): string {
  const line = (label: string, value: unknown) => (value === undefined ? [] : [`${label}: ${value}`])
  return [
    `${p.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(p.statement ? [String(p.statement)] : []),
    '',
    ...line('URI', p.aud),
    ...line('Version', p.version),
    ...line('Chain ID', reference),
    ...line('Nonce', p.nonce),
    ...line('Issued At', p.iat),
    ...line('Expiration Time', p.exp),
    ...line('Not Before', p.nbf),
    ...line('Request ID', p.requestId),
    ...(strings(p.resources).length > 0
      ? ['Resources:', ...strings(p.resources).map((one) => `- ${one}`)]
      : []),
  ].join('\n')
}

function formatAuthorization(methods: readonly string[]): string {
  const actions = [...methods].sort().map((method) => `'${method}'`)
  return `I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': ${actions.join(', ')} for 'eip155'.`
}

function parseMethods(recap: string): string[] {
  const value: unknown = JSON.parse(fromUtf8(fromAnyBase64(recap.slice('urn:recap:'.length))))
  const att = isRecord(value) && isRecord(value.att) ? value.att.eip155 : undefined
  return isRecord(att) ? Object.keys(att).map((ability) => ability.replace(/^request\//, '')) : []
}

function formatRecap(methods: readonly string[], chains: readonly string[]): string {
  const abilities = [...methods].sort().map((method) => [`request/${method}`, [{ chains }]])
  const json = JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })
  return `urn:recap:${btoa(json).replace(/=+$/, '')}`
}

function prune(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, one]) => one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0),
    ),
  )
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
