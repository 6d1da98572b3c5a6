/** Whether the tab came back from a login at a provider. */
export const hasLoginResult = (): boolean => /[?&]result_uri=/.test(location.search)
