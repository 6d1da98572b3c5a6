import type { HttpBindings } from '@hono/node-server'

/** Hono's bindings and variables of a request. */
export type AppEnv = {
  // Absent if the app is called without a server, as in tests.
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Set by `requireProof`: thumbprint of the key that signed the request's proof. */
    jkt: string
  }
}
