/*
 * Verifies a login with Farcaster (SIWF, FIP-11): a message of EIP-4361 that names an account number (fid), signed by the
 * owner of the account or by an address that may log in for it. The relay that carried the message is not trusted, and no
 * single Ethereum node is: what decides is the message, its signature, and registries that two nodes read alike.
 */
import { parseMessageLazily } from '@portico/siwx/parseMessageLazily'
import {
  type VerifyMessageCode,
  type VerifyMessageParameters,
  verifyMessage,
} from '@portico/siwx/verifyMessage'
import type { Hex } from 'viem'
import { createRpcClient } from './createRpcClient.ts'
import { readSignerRole, type SignerRole } from './readSignerRole.ts'

/**
 * Why a login was refused. `registry-unavailable` means that it could not be checked: fewer than two nodes answered, or their
 * answers differ. The same login may succeed later.
 */
export type FarcasterRefusal =
  | Exclude<VerifyMessageCode, 'address-mismatch' | 'client-required' | 'client-unavailable'>
  | 'fid-missing'
  | 'signer-not-registered'
  | 'registry-unavailable'

export type FarcasterVerdict =
  | { ok: true; fid: number }
  | { ok: false; code: FarcasterRefusal; reason: string }

export interface FarcasterVerifier {
  /** Verifies a signed message. Never throws for what relay, app or nodes answered. */
  verify(login: {
    message: string
    signature: string
    /** From `farcasterNonce`. */
    nonce: string
    /** Origin of the wallet site, which the message must be for. */
    walletOrigin: string
  }): Promise<FarcasterVerdict>
}

/** OP Mainnet, which every such message names. */
const chainId = 10
const chain = `eip155:${chainId}`
const maxAgeMs = 10 * 60_000
/** The phone that signs may be ahead or behind. */
const clockToleranceMs = 60_000
/** For everything that is asked of one node. */
const timeoutMs = 5000
/** The last word of a signature by an account that is not deployed yet (ERC-6492). */
const erc6492Suffix = '6492'.repeat(16)

/**
 * Creates the verifier.
 *
 * @param rpcUrls URLs of at least two independent nodes of OP Mainnet. All are asked; two must answer, and all answers must
 * agree.
 * @param isAnyChain Takes the answers of nodes of any network, such as a local one that has the registries. Never in production.
 * @throws {Error} if there are fewer than two different URLs.
 * @example
 * const { verify } = createFarcasterVerifier({ rpcUrls, now: Date.now })
 * const verdict = await verify({ message, signature, nonce: farcasterNonce({ challenge, tx, jkt }), walletOrigin })
 */
export function createFarcasterVerifier({
  rpcUrls,
  isAnyChain = false,
  fetch = globalThis.fetch,
  now,
}: {
  rpcUrls: readonly string[]
  isAnyChain?: boolean
  fetch?: typeof globalThis.fetch
  now: () => number
}): FarcasterVerifier {
  const urls = [...new Set(rpcUrls.map((url) => new URL(url).href))]
  if (urls.length < 2) throw new Error('Logins with Farcaster need the RPC URLs of at least two nodes.')

  /** Asks all nodes. Returns their answer if at least two answered and all agree; otherwise the refusal. */
  async function askNodes(
    ask: (url: string) => Promise<SignerRole | 'signature-invalid'>,
  ): Promise<SignerRole | 'signature-invalid' | (FarcasterVerdict & { ok: false })> {
    const results = await Promise.allSettled(urls.map(ask))
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const [answer] = answers
    if (answer === undefined || answers.length < 2)
      return refuse(
        'registry-unavailable',
        `Only ${answers.length} of ${urls.length} nodes of OP Mainnet answered.`,
      )
    if (answers.some((other) => other !== answer))
      return refuse('registry-unavailable', 'The nodes gave different answers.')
    return answer
  }

  return {
    async verify({ message, signature, nonce, walletOrigin }) {
      const wallet = new URL(walletOrigin)
      const expected: VerifyMessageParameters = {
        ...{ message, signature, nonce },
        domain: wallet.host,
        uri: wallet.origin,
        chains: [chain],
        now: new Date(now()),
        issuedAtSkew: clockToleranceMs,
      }
      const checked = await verifyMessage(expected)
      const isByContract = !checked.ok && checked.code === 'client-required'
      if (!checked.ok && !isByContract) return refuse(checked.code as FarcasterRefusal, checked.reason)
      if (signature.endsWith(erc6492Suffix))
        return refuse('signature-invalid', 'Accounts that are not deployed yet cannot log in (ERC-6492).')

      const { scheme, issuedAt, resources, address } = checked.ok
        ? checked.fields
        : await parseMessageLazily(message)
      if (scheme !== undefined && `${scheme}:` !== wallet.protocol)
        return refuse('domain-mismatch', `The message is for ${scheme}, not for ${wallet.protocol}`)
      // Written so that an invalid date (NaN) is refused.
      if (!(now() - Date.parse(issuedAt) <= maxAgeMs + clockToleranceMs))
        return refuse('expired', `The message was issued at ${issuedAt}, more than ten minutes ago.`)
      const fid = readFid(resources)
      if (fid === undefined)
        return refuse('fid-missing', 'The message does not name one Farcaster account and nothing else.')

      const answer = await askNodes(async (url) => {
        const client = createRpcClient({ url, fetch, signal: AbortSignal.timeout(timeoutMs) })
        // Anybody can deploy registries on another network, and register any account in them.
        const readChainId = () => client.request({ method: 'eth_chainId', params: [] })
        if (!isAnyChain && Number(await readChainId()) !== chainId)
          throw new Error('The node is of another network.')
        if (isByContract && !(await isAccepted({ ...expected, client }))) return 'signature-invalid'
        return readSignerRole({ client, signer: address as Hex, fid })
      })
      if (typeof answer === 'object') return answer
      if (answer === 'signature-invalid')
        return refuse('signature-invalid', 'The signature is not by the address of the message.')
      if (answer === 'none')
        return refuse('signer-not-registered', `${address} neither owns fid ${fid} nor may log in for it.`)
      return { ok: true, fid }
    },
  }
}

/** @throws {Error} if the node did not answer. */
async function isAccepted(parameters: VerifyMessageParameters): Promise<boolean> {
  const verdict = await verifyMessage(parameters)
  if (!verdict.ok && verdict.code === 'client-unavailable') throw new Error(verdict.reason)
  return verdict.ok
}

/** Returns the account number of a message whose only resource it is. */
function readFid(resources: readonly string[] = []): number | undefined {
  const [, digits] = /^farcaster:\/\/fid\/([1-9]\d{0,15})$/.exec(resources[0] ?? '') ?? []
  const fid = Number(digits)
  return resources.length === 1 && Number.isSafeInteger(fid) ? fid : undefined
}

function refuse(code: FarcasterRefusal, reason: string): FarcasterVerdict & { ok: false } {
  return { ok: false, code, reason }
}
