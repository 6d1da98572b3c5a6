/** A route's pattern as a template: `/ccip/:sender/:data{.+\.json}` is `/ccip/{sender}/{data}.json`. */
export function toTemplate(pattern: string): string {
  return pattern.replace(
    /:(\w+)(?:\{\.\+\\(\.\w+)\})?/g,
    (_, name: string, end: string | undefined) => `{${name}}${end ?? ''}`,
  )
}
