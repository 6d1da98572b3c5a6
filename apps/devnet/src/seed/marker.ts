import type { Rpc } from '../chains/createRpc.ts'

/** The account whose code identifies the seed of a chain, so that the marker is part of the state. */
const address = '0x0000000000000000000000000000706f72746963'
const prefix = 'portico-devnet'

/** Identifies the seed of a chain. */
export interface Marker {
  chainId: number
  fingerprint: string
}

/** Writes the marker; part of seeding. */
export async function writeMarker({ rpc, marker }: { rpc: Rpc; marker: Marker }): Promise<void> {
  const text = `${prefix}:${marker.chainId}:${marker.fingerprint}`
  await rpc('anvil_setCode', [address, `0x${Buffer.from(text).toString('hex')}`])
}

/** Reads the marker; undefined on a chain that this package has not seeded. */
export async function readMarker({ rpc }: { rpc: Rpc }): Promise<Marker | undefined> {
  const code = await rpc<string>('eth_getCode', [address, 'latest'])
  const [name, chainId, fingerprint] = Buffer.from(code.slice(2), 'hex').toString().split(':')
  return name === prefix && fingerprint ? { chainId: Number(chainId), fingerprint } : undefined
}
