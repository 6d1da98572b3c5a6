import type { WagmiConfig } from './Wagmi.ts'

/**
 * Removes connections from wagmi's state at once, without a request to their wallets. Unlike wagmi's `disconnect` it
 * works for connections that were stored and not restored.
 *
 * @param isReleased Which ones, by `uid`.
 */
export function release(config: WagmiConfig, isReleased: (uid: string) => boolean): void {
  const { events } = config._internal
  const released = [...config.state.connections].filter(([uid]) => isReleased(uid))
  if (released.length === 0) return
  for (const [, { connector }] of released) {
    // A stored connection has only the plain data of its connector.
    if (!connector.emitter) continue
    connector.emitter.off('change', events.change)
    connector.emitter.off('disconnect', events.disconnect)
    connector.emitter.on('connect', events.connect)
    connector.end?.()
  }
  config.setState((state) => {
    const connections = new Map([...state.connections].filter(([uid]) => !isReleased(uid)))
    const isCurrent = state.current !== null && connections.has(state.current)
    return {
      ...state,
      connections,
      current: isCurrent ? state.current : ([...connections.keys()][0] ?? null),
      status: connections.size > 0 || state.status !== 'connected' ? state.status : 'disconnected',
    }
  })
}
