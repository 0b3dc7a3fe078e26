from regkg.cli import main

main()
