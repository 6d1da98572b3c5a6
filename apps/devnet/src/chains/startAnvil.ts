import type { ChildProcess } from 'node:child_process'
import { ChainNotReadyError } from '../errors/ChainNotReadyError.ts'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { spawnGuarded } from '../processes/spawnGuarded.ts'
import { createRpc, type Rpc } from './createRpc.ts'
import { findAnvil } from './findAnvil.ts'
import { StateUnreadableError } from './StateUnreadableError.ts'

/** A running anvil process. */
export interface Anvil {
  pid: number
  url: string
  rpc: Rpc
  /** Resolves with the reason once the process has ended. */
  exited: Promise<string>
  /** Ends the process and waits for its exit. */
  stop(): Promise<void>
}

export interface StartAnvilParameters {
  chain: { chainId: number; name: string; portVariable: string }
  host: string
  /** 0 selects a free port. */
  port: number
  /** Further arguments, such as the mining mode. */
  args: readonly string[]
  /** State to start from. */
  state?: string | undefined
  /** Kills the process when aborted. */
  signal?: AbortSignal | undefined
  /** Milliseconds the process may take to start. */
  timeout?: number | undefined
}

/**
 * Starts anvil and waits until it listens. The process ends with this one, however this one ends (see `spawnGuarded`).
 *
 * @throws {PortTakenError} {@link StateUnreadableError} {@link ChainNotReadyError}
 */
export async function startAnvil(parameters: StartAnvilParameters): Promise<Anvil> {
  const { chain, host, port, args, state, signal, timeout = 20_000 } = parameters
  signal?.throwIfAborted()
  const child = spawnGuarded(findAnvil(), [
    ...['--chain-id', `${chain.chainId}`, '--hardfork', 'prague', '--host', host, '--port', `${port}`],
    // Two slots per epoch: with the default of 32 a quiet chain would not reach finality.
    ...['--slots-in-an-epoch', '1'],
    ...(state ? ['--load-state', state] : []),
    ...args,
  ])
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // 'close' instead of 'exit': all output has been read by then.
    child.once('close', (code, killer) => resolve(killer ? `ended by ${killer}` : `exit code ${code}`))
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const harder = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await exited
    clearTimeout(harder)
  }
  const onAbort = (): void => void child.kill('SIGKILL')
  signal?.addEventListener('abort', onAbort)
  void exited.then(() => signal?.removeEventListener('abort', onAbort))

  const output = listen(child)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, timeout)
  const listening = await Promise.race([output.port, exited])
  clearTimeout(timer)
  if (typeof listening === 'number') {
    const url = `http://${reachable(host)}:${listening}`
    const rpc = createRpc(url)
    try {
      // The port was read from the log, which is not needed any more.
      await rpc('anvil_setLoggingEnabled', [false])
      return { pid: child.pid ?? 0, url, rpc, exited, stop }
    } catch (error) {
      await stop()
      signal?.throwIfAborted()
      throw error
    }
  }
  signal?.throwIfAborted()
  const errorLine = output.errorLine()
  if (errorLine.includes('Address already in use')) {
    throw new PortTakenError({ chain: chain.name, host, port, variable: chain.portVariable })
  }
  if (state && errorLine.includes('--load-state'))
    throw new StateUnreadableError(errorLine.replace(/^.*: /, ''))
  const reason = timedOut ? `no answer within ${timeout / 1000} s` : errorLine || listening
  throw new ChainNotReadyError({ chain: chain.name, reason })
}

/** Reads the port from anvil's log and collects its error messages. */
function listen(child: ChildProcess): { port: Promise<number>; errorLine(): string } {
  let log = ''
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000)
  })
  const port = new Promise<number>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Keep reading: a full pipe would block the chain.
      if (log === 'found') return
      log += text
      const match = /Listening on .*:(\d+)/.exec(log)
      if (!match) return
      log = 'found'
      resolve(Number(match[1]))
    })
  })
  const errorLine = (): string => {
    const line = errors.split('\n').find((text) => /^error/i.test(text)) ?? ''
    return line.replace(/^error: /i, '').trim()
  }
  return { port, errorLine }
}

/** Returns the host name at which this machine reaches a chain bound to `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
