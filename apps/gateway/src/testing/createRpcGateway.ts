import { createFakeHeads } from './createFakeHeads.ts'
import { createTestApp } from './createTestApp.ts'
import { type Behaviour, startUpstream } from './startUpstream.ts'

/** A gateway for `eip155:31337` whose nodes behave so, in this order. */
export async function createRpcGateway(...behaviours: Behaviour[]) {
  const upstreams = await Promise.all(behaviours.map((behave) => startUpstream({ behave })))
  const rpcUrls = { 'eip155:31337': upstreams.map(({ url }) => url) }
  // Who follows the head would be among those who ask.
  const test = await createTestApp({ rpcUrls, heads: createFakeHeads() })
  return { ...test, upstreams }
}
