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
  /** Settles with the reason once the process is gone, whoever ended it. */
  exited: Promise<string>
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>
}

export interface StartAnvilParameters {
  chain: { chainId: number; name: string; portVariable: string }
  host: string
  /** 0 for any free port. */
  port: number
  /** Further arguments, such as the mining mode. */
  args: readonly string[]
  /** State to start from. */
  state?: string | undefined
  /** Kills the process when it fires, at any time. */
  signal?: AbortSignal | undefined
  /** Milliseconds until a silent process counts as failed. */
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
    // Finality two blocks behind the head; with the usual 32 a quiet chain would never reach any.
    ...['--slots-in-an-epoch', '1'],
    ...(state ? ['--load-state', state] : []),
    ...args,
  ])
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // 'close' and not 'exit': by then all it had to complain about has been read.
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

  const heard = listen(child)
  let silent = false
  const silence = setTimeout(() => {
    silent = true
    child.kill('SIGKILL')
  }, timeout)
  const listening = await Promise.race([heard.port, exited])
  clearTimeout(silence)
  if (typeof listening === 'number') {
    const url = `http://${reachable(host)}:${listening}`
    const rpc = createRpc(url)
    try {
      // The address was read from the log; from here on the log would only cost time.
      await rpc('anvil_setLoggingEnabled', [false])
      return { pid: child.pid ?? 0, url, rpc, exited, stop }
    } catch (error) {
      await stop()
      signal?.throwIfAborted()
      throw error
    }
  }
  signal?.throwIfAborted()
  const words = heard.complaint()
  if (words.includes('Address already in use')) {
    throw new PortTakenError({ chain: chain.name, host, port, variable: chain.portVariable })
  }
  if (state && words.includes('--load-state')) throw new StateUnreadableError(words.replace(/^.*: /, ''))
  const reason = silent ? `no answer within ${timeout / 1000} s` : words || listening
  throw new ChainNotReadyError({ chain: chain.name, reason })
}

/** Reads the port from anvil's log and keeps what it complains about. */
function listen(child: ChildProcess): { port: Promise<number>; complaint(): string } {
  let log = ''
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000)
  })
  const port = new Promise<number>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Read on after the line is found: an unread pipe would stop the chain once it is full.
      if (log === 'found') return
      log += text
      const match = /Listening on .*:(\d+)/.exec(log)
      if (!match) return
      log = 'found'
      resolve(Number(match[1]))
    })
  })
  const complaint = (): string => {
    const line = errors.split('\n').find((text) => /^error/i.test(text)) ?? ''
    return line.replace(/^error: /i, '').trim()
  }
  return { port, complaint }
}

/** Where this machine reaches a chain bound to `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
