"""Options of a product: the choices of buyers, their appearance, and additional inputs."""
