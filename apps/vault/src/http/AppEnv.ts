import type { HttpBindings } from '@hono/node-server'

/** What a request carries through Hono. */
export type AppEnv = {
  // Absent where the app is called without a server.
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Behind `requireProof`: the thumbprint of the key that made the request's proof. */
    jkt: string
  }
}
