/** Returns the status and the members of a problem that programs use. */
export async function readProblem(response: Response): Promise<Record<string, unknown>> {
  const { code, triesLeft, retryAfter, until } = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    code,
    ...(triesLeft === undefined ? {} : { triesLeft }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(until === undefined ? {} : { until }),
  }
}
