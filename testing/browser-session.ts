/** Opens a printed link as a browser does. @returns both halves of the session */
export async function enter(link: URL | string): Promise<{ readonly cookie: string; readonly secret: string }> {
  const answer = await fetch(link)
  const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const [, secret = ''] = /#session=([\w-]+)/.exec(await answer.text()) ?? []
  return { cookie, secret }
}
