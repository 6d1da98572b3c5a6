import type { ProjectFeature } from '@portico/protocol/gateway'

/** A project: an application that may call the gateway. */
export type Project = {
  id: string
  name: string
  /** Origin patterns of its pages, see `matchOrigin`. */
  allowedOrigins: readonly string[]
  /** Whether the operator configured it; with `GATEWAY_OPEN` the gateway also accepts any other ID. */
  listed: boolean
  /** Cost units per minute; undefined = the gateway's default limit. */
  unitsPerMinute?: number | undefined
  features?: readonly ProjectFeature[] | undefined
  /** Whether the call was authorized by a secret key and so comes from one of the project's servers. */
  bySecret: boolean
}
