import type { StreamTicketResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Limits } from '../../limits/createLimits.ts'
import type { Projects } from '../projects/service.ts'
import type { StreamTickets } from './createTickets.ts'
import { readTopics } from './readTopics.ts'
import type { StreamService } from './service.ts'

/** What following a topic costs, as much as a subscription over WebSocket. */
const topicUnits = 5

/** `GET /v1/stream`: live updates as server-sent events, and `POST /v1/stream/tickets`. */
export function streamRoutes({
  stream,
  streamTickets,
  families,
  projects,
  limits,
  ipOf,
}: {
  stream: StreamService
  streamTickets: StreamTickets
  families: Families
  projects: Projects
  limits: Limits
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  async function authorize(c: Context<AppEnv>): Promise<void> {
    const ticket = c.req.query('ticket')
    const projectId = ticket
      ? await streamTickets.use(ticket)
      : c.req.query('projectId') || c.req.header('x-project-id') || undefined
    if (ticket && projectId === undefined)
      throw new HttpProblem('invalid-key', { detail: 'The ticket is not one, is too old, or was used.' })
    const project = projects.authorize({
      projectId,
      origin: c.req.header('origin'),
      authorization: c.req.header('authorization'),
    })
    c.set('project', project)
    c.var.takeProject?.(project)
  }

  return new Hono<AppEnv>()
    .post('/v1/stream/tickets', requireProject({ projects }), async (c) =>
      c.json((await streamTickets.issue({ projectId: c.var.project.id })) satisfies StreamTicketResponse),
    )
    .get('/v1/stream', async (c) => {
      const topics = readTopics({ text: c.req.query('topics'), chains: families.networks })
      await authorize(c)
      limits.take({ project: c.var.project, ip: ipOf(c), units: topics.length * topicUnits })
      const after = c.req.header('last-event-id') || c.req.query('lastEventId') || undefined
      const body = await stream.open({ topics, after })
      c.header('content-type', 'text/event-stream')
      c.header('cache-control', 'no-store, no-transform')
      // nginx would keep the events until there are enough of them.
      c.header('x-accel-buffering', 'no')
      return c.body(body)
    })
}
