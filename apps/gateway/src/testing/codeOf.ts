/** Returns the code of a problem, or the status of a successful response as text. */
export async function codeOf(response: Response): Promise<string> {
  return response.status < 400 ? String(response.status) : (await response.json()).code
}
