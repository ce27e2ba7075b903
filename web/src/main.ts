import { mount } from 'svelte'
import App from './App.svelte'
import { layOut } from './frame/paper'
import './style.css'

const target = document.getElementById('app')
layOut()
if (target) mount(App, { target })
