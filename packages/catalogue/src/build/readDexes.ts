import type { CaipNetworkId } from '@portico/protocol'
import { getAddress } from 'viem/utils'
import type { CatalogueDex } from '../Catalogue.ts'
import { BuildError } from './BuildError.ts'
import { type Literal, readLiteral } from './readLiteral.ts'
import type { Source } from './Source.ts'

const idsFile = 'dist/types/src/chains.d.ts'
const addressesFile = 'dist/esm/src/addresses.js'

/**
 * Returns the exchanges that `@uniswap/sdk-core` lists, by network: Uniswap v3 and v2. Other networks than the given ones are left
 * out.
 *
 * @throws {BuildError} if the package's files have another structure.
 */
export function readDexes({
  uniswap,
  networks,
}: {
  uniswap: Source
  networks: readonly { id: CaipNetworkId }[]
}): Record<CaipNetworkId, CatalogueDex[]> {
  const fail = (reason: string): never => {
    throw new BuildError(`${uniswap.name}@${uniswap.version} does not have the expected structure: ${reason}`)
  }
  const read = (file: string): string => uniswap.files.get(file)?.toString('utf8') ?? fail(`no ${file}.`)
  const known = { ChainId: readEnum(read(idsFile), 'ChainId') ?? fail(`no enum ChainId in ${idsFile}.`) }
  const addresses = read(addressesFile)
  const table = (name: string): Readonly<Record<string, Literal>> => {
    try {
      return readLiteral(addresses, { name, known }) as Readonly<Record<string, Literal>>
    } catch (error) {
      return fail(`${name} in ${addressesFile}: ${(error as Error).message}`)
    }
  }
  const deployments = table('CHAIN_TO_ADDRESSES_MAP') as Readonly<
    Record<string, { v3CoreFactoryAddress?: Literal; swapRouter02Address?: Literal }>
  >
  const v2 = { factories: table('V2_FACTORY_ADDRESSES'), routers: table('V2_ROUTER_ADDRESSES') }
  const toAddress = (value: Literal): `0x${string}` | undefined => {
    if (value === undefined) return undefined
    return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
      ? getAddress(value.toLowerCase())
      : fail(`${JSON.stringify(value)} is not an address.`)
  }

  const dexes: Record<CaipNetworkId, CatalogueDex[]> = {}
  for (const { id } of networks) {
    const [namespace, chainId = ''] = id.split(':')
    if (namespace !== 'eip155') continue
    const v3 = deployments[chainId]
    const listed = [
      {
        id: 'uniswap-v3',
        kind: 'v3',
        factory: v3?.v3CoreFactoryAddress,
        router: v3?.swapRouter02Address,
      },
      { id: 'uniswap-v2', kind: 'v2', factory: v2.factories[chainId], router: v2.routers[chainId] },
    ] as const
    const found = listed.flatMap(({ factory, router, ...dex }) => {
      const address = toAddress(factory)
      return address ? [{ ...dex, factory: address, router: toAddress(router) }] : []
    })
    if (found.length > 0) dexes[id] = found
  }
  return dexes
}

/** Reads an enum of numbers from a declaration file; undefined if there is none. */
function readEnum(source: string, name: string): Record<string, number> | undefined {
  const body = new RegExp(`^export declare enum ${name} \\{([^}]*)\\}`, 'm').exec(source)?.[1]
  const members = body?.split(',').map((member) => /^\s*(\w+) = (\d+)\s*$/.exec(member))
  if (!members?.every((member) => member !== null)) return undefined
  return Object.fromEntries(members.map(([, member, value]) => [member, Number(value)]))
}
