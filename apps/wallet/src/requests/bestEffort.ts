/** Returns a value that nothing depends on; undefined if it fails, or takes longer than `timeoutMs`. */
export async function bestEffort<T>(value: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs)
  })
  try {
    return await Promise.race([value.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
