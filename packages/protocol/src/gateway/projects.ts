import * as z from 'zod/mini'

/** `GET /projects/v1/origins`: origin patterns of the project. */
export const projectOriginsResponse = z.object({ allowedOrigins: z.array(z.string()) })
export type ProjectOriginsResponse = z.infer<typeof projectOriginsResponse>

/** A feature of the kit as the operator has set it; `config` lists providers where the feature has any. */
export const projectFeature = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string())),
})
export type ProjectFeature = z.infer<typeof projectFeature>

/** `GET /appkit/v1/config`: what the kit may fill in where the app has set nothing; it never overrides the app. */
export const projectConfigResponse = z.object({ features: z.array(projectFeature) })
export type ProjectConfigResponse = z.infer<typeof projectConfigResponse>
