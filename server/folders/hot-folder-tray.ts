/** All hot folders: those on a disk of this machine and those on SFTP servers. */
import type { OutTray, Place } from '../../core/service/folder/out-tray.ts'
import { isSftp } from '../../core/service/folder/sftp-address.ts'

export function createHotFolderTray(disk: OutTray, sftp: OutTray): OutTray {
  const of = ({ folder }: Place) => (isSftp(folder) ? sftp : disk)
  return {
    sharedByTeams: disk.sharedByTeams,
    pathOf: (place) => of(place).pathOf(place),
    canMake: (place) => of(place).canMake(place),
    make: (place) => of(place).make(place),
    probe: (place) => of(place).probe(place),
    isFree: (place, ...rest) => of(place).isFree(place, ...rest),
    stage: (place, ...rest) => of(place).stage(place, ...rest),
    adopt: (place, ...rest) => of(place).adopt(place, ...rest),
    place: (place, ...rest) => of(place).place(place, ...rest),
    withdraw: (place, ...rest) => of(place).withdraw(place, ...rest),
    remove: (place, ...rest) => of(place).remove(place, ...rest),
    discard: (place, ...rest) => of(place).discard(place, ...rest),
    hidden: (place) => of(place).hidden(place),
  }
}
