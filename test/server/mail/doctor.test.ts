/** What the doctor says of e-mail: off, sound, or which setting is wrong; it sends nothing. */
import { expect } from 'chai'
import { checkMail } from '../../../server/doctor/mail.ts'
import { freePort } from '../../support/service/free-port.ts'
import { openSmtpInbox, type SmtpInbox } from '../../support/service/smtp-inbox.ts'

describe('The check of e-mail', () => {
  let inbox: SmtpInbox
  before(async () => {
    inbox = await openSmtpInbox()
  })
  after(() => inbox.close())

  const check = async (smtpUrl: string | null, baseUrl = 'https://print.example') => {
    const [found] = await checkMail({ smtpUrl, mailFrom: 'print@shop.example', baseUrl })
    return found
  }

  it('says that none is sent, and that a server accepts it', async () => {
    expect(await check(null)).to.include({ severity: 'ok' })
    const found = await check(inbox.url)
    expect(found).to.include({ severity: 'ok', fix: null })
    expect(found?.message).to.include('print@shop.example')
    expect(inbox.received).to.deep.equal([])
  })

  it('names a wrong password, a server that is away, and links that lead nowhere, never the password', async () => {
    const wrong = await check(inbox.url.replace('p%40ss', 'other'))
    expect(wrong).to.include({ severity: 'error' })
    expect(wrong?.fix).to.include('Correct user and password')
    expect(`${wrong?.message} ${wrong?.fix}`).not.to.include('other')
    const away = await check(`smtp://127.0.0.1:${await freePort()}`)
    expect(away).to.include({ severity: 'error' })
    expect(away?.fix).to.include('Check host and port')
    expect(await check(inbox.url, 'http://localhost:3000')).to.include({ severity: 'warning' })
  })
})
