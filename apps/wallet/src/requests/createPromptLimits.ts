import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Memory } from './Network.ts'

const minute = 60_000
const mostPrompts = 10
const mostRejects = 3
const muteFor = 30_000

/** How often a page may ask: a wallet that is asked all the time is approved at last. */
export interface PromptLimits {
  /** Counts a question. @throws {RpcError} -32005 while there were too many. */
  admit(): Promise<void>
  /** Counts a no; three in a minute and the page is not heard for half a minute. */
  reject(): Promise<void>
  /** Whether the visitor has refused enough to be offered to block the page. */
  offersBlock(): boolean
}

type Counts = { prompts: number[]; rejects: number[]; mutedUntil: number }

/**
 * The limits of one origin: 10 questions a minute, and 30 seconds of silence after 3 rejections in a minute. They are kept,
 * as a page can load the frame anew whenever it likes.
 */
export function createPromptLimits({
  origin,
  memory,
  now,
}: {
  origin: string
  memory: Memory
  now: () => number
}): PromptLimits {
  const key = `limits ${origin}`
  let counts: Counts | undefined
  const recent = (times: number[]) => times.filter((time) => now() - time < minute)

  async function load(): Promise<Counts> {
    counts ??= readCounts(await memory.read(key), now())
    return counts
  }

  return {
    async admit() {
      const known = await load()
      known.prompts = recent(known.prompts)
      if (now() < known.mutedUntil)
        refuse('The visitor rejected several requests of this page', known.mutedUntil)
      if (known.prompts.length >= mostPrompts)
        refuse('This page asks too often', (known.prompts[0] ?? 0) + minute)
      known.prompts.push(now())
      await memory.write(key, known)
    },
    async reject() {
      const known = await load()
      known.rejects = [...recent(known.rejects), now()]
      if (known.rejects.length >= mostRejects) {
        known.mutedUntil = now() + muteFor
        known.rejects = known.rejects.slice(1)
      }
      await memory.write(key, known)
    },
    offersBlock: () => recent(counts?.rejects ?? []).length >= mostRejects - 1,
  }

  function refuse(why: string, until: number): never {
    const seconds = Math.max(1, Math.ceil((until - now()) / 1000))
    throw new RpcError({
      rpcCode: rpcErrorCodes.limitExceeded,
      message: `${why}: try again in ${seconds} seconds.`,
      code: 'too-many-requests',
    })
  }
}

/** What was kept; a clock that was set back must not mute a page for ever. */
function readCounts(kept: unknown, now: number): Counts {
  const { prompts, rejects, mutedUntil } = (kept ?? {}) as Partial<Record<keyof Counts, unknown>>
  const times = (value: unknown) =>
    Array.isArray(value)
      ? value.filter((time): time is number => typeof time === 'number' && time <= now)
      : []
  const isMuted = typeof mutedUntil === 'number' && mutedUntil <= now + muteFor
  return { prompts: times(prompts), rejects: times(rejects), mutedUntil: isMuted ? mutedUntil : 0 }
}
