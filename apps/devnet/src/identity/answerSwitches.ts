import { z } from 'zod'
import type { Answer } from '../http/Answer.ts'
import { json } from '../http/json.ts'
import type { PageRequest } from '../http/PageRequest.ts'
import { type Switches, switches as switchesSchema } from './switches.ts'

/**
 * Answers `/switches`: GET returns the switches, PUT replaces them all. `application/json` is required, which a page of
 * another origin cannot send without permission.
 */
export function answerSwitches({
  request: { method, headers, body },
  switches,
}: {
  request: PageRequest
  switches: Switches
}): { answer: Answer; changed?: Switches } {
  if (method === 'GET') return { answer: json(switches) }
  if (method !== 'PUT') return { answer: json({ error: 'Use GET or PUT.' }, 405) }
  if (headers['content-type']?.split(';')[0] !== 'application/json')
    return { answer: json({ error: 'The content type must be application/json.' }, 415) }
  const result = switchesSchema.safeParse(parseJson(body))
  if (!result.success) return { answer: json({ error: z.prettifyError(result.error) }, 400) }
  return { answer: json(result.data), changed: result.data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses it with a message.
    return undefined
  }
}
