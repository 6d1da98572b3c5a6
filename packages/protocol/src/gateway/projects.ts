import * as z from 'zod/mini'

/** `GET /projects/v1/origins`: the allowed origin patterns of the project. */
export const projectOriginsResponse = z.object({ allowedOrigins: z.array(z.string()) })
export type ProjectOriginsResponse = z.infer<typeof projectOriginsResponse>

/** A feature of the kit as configured by the operator. `config` lists the providers of the feature, if it has any. */
export const projectFeature = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string())),
})
export type ProjectFeature = z.infer<typeof projectFeature>

/**
 * `GET /appkit/v1/config`: defaults for options the application does not set. They never override the application's.
 */
export const projectConfigResponse = z.object({ features: z.array(projectFeature) })
export type ProjectConfigResponse = z.infer<typeof projectConfigResponse>
