import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { RequestStore } from '../session/createRequestStore.ts'

const minute = 60_000
const maxPrompts = 10
const maxRejections = 3
const muteDuration = 30_000

/** Limits how often a page may prompt: visitors who are prompted all the time approve in the end. */
export interface PromptLimits {
  /** Counts a prompt. @throws {RpcError} -32005 when there were too many. */
  admit(): Promise<void>
  /** Counts a rejection; three within a minute mute the page for 30 seconds. */
  reject(): Promise<void>
  /** Whether the visitor has rejected often enough to be offered to block the page. */
  offersBlock(): boolean
}

type Counts = { prompts: number[]; rejects: number[]; mutedUntil: number }

/**
 * Creates the limits of one origin: 10 prompts per minute, and muted for 30 seconds after 3 rejections within a minute. The
 * counts are stored, because a page can reload the frame at any time.
 */
export function createPromptLimits({
  origin,
  store,
  now,
}: {
  origin: string
  store: RequestStore
  now: () => number
}): PromptLimits {
  const key = `limits ${origin}`
  let loaded: Counts | undefined
  const recent = (times: number[]) => times.filter((time) => now() - time < minute)

  async function load(): Promise<Counts> {
    loaded ??= readCounts(await store.read(key), now())
    return loaded
  }

  return {
    async admit() {
      const counts = await load()
      counts.prompts = recent(counts.prompts)
      if (now() < counts.mutedUntil)
        refuse('The visitor rejected several requests of this page', counts.mutedUntil)
      if (counts.prompts.length >= maxPrompts)
        refuse('This page sends too many requests', (counts.prompts[0] ?? 0) + minute)
      counts.prompts.push(now())
      await store.write(key, counts)
    },
    async reject() {
      const counts = await load()
      counts.rejects = [...recent(counts.rejects), now()]
      if (counts.rejects.length >= maxRejections) {
        counts.mutedUntil = now() + muteDuration
        counts.rejects = counts.rejects.slice(1)
      }
      await store.write(key, counts)
    },
    offersBlock: () => recent(loaded?.rejects ?? []).length >= maxRejections - 1,
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

/** Parses stored counts. Times in the future are dropped: a clock that was set back must not mute a page for ever. */
function readCounts(stored: unknown, now: number): Counts {
  const { prompts, rejects, mutedUntil } = (stored ?? {}) as Partial<Record<keyof Counts, unknown>>
  const times = (value: unknown) =>
    Array.isArray(value)
      ? value.filter((time): time is number => typeof time === 'number' && time <= now)
      : []
  const isMuted = typeof mutedUntil === 'number' && mutedUntil <= now + muteDuration
  return { prompts: times(prompts), rejects: times(rejects), mutedUntil: isMuted ? mutedUntil : 0 }
}
