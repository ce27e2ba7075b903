import { mount } from 'svelte'
import App from './App.svelte'
import { offline } from './lib/home'
import { layOut } from './frame/paper'
import './style.css'

const target = document.getElementById('app')
layOut()
if (target) mount(App, { target })
// A site plays on without the network: its files stay here.
if (offline) void navigator.serviceWorker?.register(new URL('sw.js', document.baseURI)).catch(() => undefined)
