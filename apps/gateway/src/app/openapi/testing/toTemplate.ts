/** Converts a route pattern to a path template: `/ccip/:sender/:data{.+\.json}` becomes `/ccip/{sender}/{data}.json`. */
export function toTemplate(pattern: string): string {
  return pattern.replace(
    /:(\w+)(?:\{\.\+\\(\.\w+)\})?/g,
    (_, name: string, end: string | undefined) => `{${name}}${end ?? ''}`,
  )
}
