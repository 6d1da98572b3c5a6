import { createFakeHeads } from './createFakeHeads.ts'
import { createTestApp } from './createTestApp.ts'
import { type Behaviour, startUpstream } from './startUpstream.ts'

/** Creates a gateway for `eip155:31337` with one fake upstream per behaviour, in this order. */
export async function createRpcGateway(...behaviours: Behaviour[]) {
  const upstreams = await Promise.all(behaviours.map((behave) => startUpstream({ behave })))
  const rpcUrls = { 'eip155:31337': upstreams.map(({ url }) => url) }
  // Fake heads: otherwise requests that follow the head would be among the recorded ones.
  const test = await createTestApp({ rpcUrls, heads: createFakeHeads() })
  return { ...test, upstreams }
}
