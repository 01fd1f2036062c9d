import type { Configuration } from 'electron-builder'
import { PUBLISHER } from '../shared/publisher.ts'

// What is packed, for whom, and what the binary is not allowed to do. See electron.build.

const config: Configuration = {
  appId: 'app.variorum.Variorum',
  productName: 'Variorum',
  copyright: `${PUBLISHER.author.name}, MIT licence`,
  // The desktop's name for its windows; the installed desktop file gets the same one.
  extraMetadata: {
    homepage: PUBLISHER.homepage,
    author: PUBLISHER.author,
    repository: PUBLISHER.repository,
    desktopName: 'app.variorum.Variorum.desktop',
  },
  directories: { output: 'release', buildResources: 'build/resources' },
  // Everything is bundled into out/: no node_modules go along, and no command line (it needs a Node of its own).
  files: [
    'package.json',
    'LICENSE',
    'out/desktop/**',
    'out/store-thread.js',
    'out/keeping-thread.js',
    'out/folder-thread.js',
    'out/index-thread.js',
    'out/publication-thread.js',
    'out/reading-thread.js',
    'out/chunks/**',
    'out/renderer/**',
    '!node_modules/**/*',
  ],
  asar: true,
  npmRebuild: false,
  nodeGypRebuild: false,
  // Languages of Chromium's own dialogs; the page brings its own.
  electronLanguages: ['en-US', 'en'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    // Flipping fuses breaks the signature that Electron comes with, and macOS kills what has a broken one. Without a
    // certificate nothing signs the app afterwards, so it gets an ad hoc signature here.
    resetAdHocDarwinSignature: true,
  },
  publish: PUBLISHER.updates.arePackagesSigned
    ? { provider: 'generic', url: new URL('.', PUBLISHER.updates.feed).href }
    : null,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  mac: {
    category: 'public.app-category.productivity',
    icon: 'build/resources/icon.icns',
    target: ['dmg', 'zip'],
    // A hardened runtime loads only libraries of the same certificate, and an ad hoc signature has none.
    hardenedRuntime: PUBLISHER.updates.arePackagesSigned,
    gatekeeperAssess: false,
    entitlements: 'build/resources/entitlements.mac.plist',
    entitlementsInherit: 'build/resources/entitlements.mac.plist',
    extendInfo: {
      NSDocumentsFolderUsageDescription:
        "Variorum keeps the agent's memory in a folder of yours, by default in Documents.",
    },
  },
  // The archive is for those who cannot install: unpack it and start what is in it.
  win: { icon: 'build/resources/icon.ico', target: ['nsis', 'zip'] },
  nsis: {
    oneClick: false,
    perMachine: false,
    // The memory is the user's, and stays.
    deleteAppDataOnUninstall: false,
  },
  // The former AppImage toolset starts every app without Chromium's sandbox; this one does not.
  toolsets: { appimage: '1.0.3' },
  linux: {
    icon: 'build/resources/icons',
    category: 'Utility',
    synopsis: 'See, review and undo what an AI agent remembers',
    maintainer: `${PUBLISHER.author.name} <${PUBLISHER.author.email}>`,
    vendor: PUBLISHER.author.name,
    executableName: 'variorum',
    executableArgs: [],
    syncDesktopName: true,
    // First the one to prefer: its AppArmor profile lets the sandbox start on every Ubuntu.
    target: ['deb', 'AppImage'],
  },
}

export default config
