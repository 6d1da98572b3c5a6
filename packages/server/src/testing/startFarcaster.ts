import { createMessage } from '@portico/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Registry, startRegistryNode } from '../farcaster/testing/startRegistryNode.ts'

/** What a message of Sign In with Farcaster says. */
export type SiwfFields = {
  nonce: string
  walletOrigin: string
  /** When it is signed, in milliseconds since the epoch. */
  now: number
  /** The account that it names; the signer's own by default. */
  fid?: number
  /** Other fields of the message, such as an attacker would write. */
  changes?: Partial<Parameters<typeof createMessage>[0]>
}

/**
 * Starts two nodes with one registry of accounts at Farcaster, until the test ends.
 *
 * @returns the value of `FARCASTER_RPC_URLS`, and functions that register accounts and sign their messages.
 */
export async function startFarcaster() {
  const registry: Registry = { owners: {}, keys: {}, contracts: {} }
  const urls = [await startRegistryNode({ registry }), await startRegistryNode({ registry })]
  let lastFid = 1000
  const idRegistry = '0x00000000fc6c5f01fc30151999387bb99a9f489b'

  return {
    rpcUrls: urls.join(','),
    /** Whether the nodes answer with nothing that can be read. */
    setFailing(isFailing: boolean) {
      registry.contracts = isFailing ? { [idRegistry]: '0x' } : {}
    },
    /** Creates an account, and registers it unless it shall not be. */
    createAccount({ isRegistered = true } = {}) {
      const signer = privateKeyToAccount(generatePrivateKey())
      lastFid += 1
      const own = lastFid
      if (isRegistered) registry.owners[signer.address.toLowerCase()] = BigInt(own)
      return {
        fid: own,
        address: signer.address,
        /** Signs a message as the app does. */
        async sign({ nonce, walletOrigin, now, fid = own, changes }: SiwfFields) {
          const message = createMessage({
            domain: new URL(walletOrigin).host,
            address: signer.address,
            statement: 'Farcaster Auth',
            uri: walletOrigin,
            version: '1',
            chainId: 'eip155:10',
            nonce,
            issuedAt: new Date(now).toISOString(),
            resources: [`farcaster://fid/${fid}`],
            ...changes,
          })
          return { message, signature: await signer.signMessage({ message }) }
        },
      }
    },
  }
}

export type TestFarcaster = Awaited<ReturnType<typeof startFarcaster>>
export type FarcasterAccount = ReturnType<TestFarcaster['createAccount']>
