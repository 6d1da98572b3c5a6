import type { NamespaceTransfers, Network, Recipient } from '@portico/core'
import { GatewayError } from '@portico/core/data'
import { isName, NameContradictedError, resolveName } from '@portico/core/money'
import { skipToken } from '@tanstack/query-core'
import { useEffect, useState } from 'react'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** Delay between the last keystroke and the request for a name's address. */
const debounceMs = 300
const lifetimeMs = 30_000
/** ENSIP-11: the coin type of Ethereum, whose address other networks fall back to. */
const ethereum = { coinType: 60, networkId: 'eip155:1' }

/**
 * Whom the typed text names. `unreachable`: the gateway could not be asked for a name. `contradicted`: Ethereum gives it another address
 * than the gateway.
 */
export interface RecipientState {
  status: 'none' | 'pending' | 'found' | 'unreachable' | 'contradicted'
  /** The address in its usual spelling; undefined if the text is none, or not known yet. */
  address?: string | undefined
  /** The name that has the address, normalised. */
  name?: string | undefined
  /** Whether the name has no address of its own on this network, and this is the one on Ethereum. */
  isFallback?: boolean | undefined
}

/** Reads the recipient: an address of the network, or a name that the gateway knows. A payment link fills the form instead. */
export function useRecipient(
  typed: string,
  {
    read,
    network,
    transfers,
  }: {
    /** What the namespace reads in the text. */
    read: Recipient | undefined
    network: Network | undefined
    transfers: NamespaceTransfers | undefined
  },
): RecipientState {
  const { kit } = useScope()
  const text = typed.trim()
  const networkId = network?.caipNetworkId ?? ':'
  const canResolve = kit.options.gatewayUrl !== undefined && transfers !== undefined && !read && isName(text)
  const name = useDebounced(text)
  const enabled = canResolve && name === text
  const { data, status } = useQuery({
    // With `enabled`: the options are read again only when the key changes.
    queryKey: ['resolve', networkId, name, String(enabled)],
    staleTime: lifetimeMs,
    queryFn: enabled
      ? async ({ signal }) => {
          try {
            return (await resolveName(kit, { name, networkId, transfers, signal })) ?? null
          } catch (error) {
            // The gateway has answered: there is no such name.
            if (error instanceof GatewayError && error.status < 500) return null
            if (error instanceof NameContradictedError) return 'contradicted' as const
            throw error
          }
        }
      : skipToken,
  })
  if (read && !read.isLink) return { status: 'found', address: read.address }
  if (!canResolve) return { status: transfers || text === '' ? 'none' : 'pending' }
  if (name !== text || status === 'pending') return { status: 'pending' }
  if (status === 'error') return { status: 'unreachable' }
  if (data === 'contradicted') return { status: data }
  if (!data) return { status: 'none' }
  const isFallback = data.coinType === ethereum.coinType && networkId !== ethereum.networkId
  return { status: 'found', address: data.address, name: data.name, isFallback }
}

function useDebounced(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
